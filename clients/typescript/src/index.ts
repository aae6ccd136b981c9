export { Client, Turn } from "./client.js";
export type { Choose, ClientOptions, Of, Told } from "./client.js";
export { ConnectionLost, Refused, type Problem } from "./errors.js";
export type {
  Action,
  ChallengeOptions,
  DeckOptions,
  MatchFilter,
  MatchOptions,
  MatchRef,
  PairingOptions,
  Schemas,
  SearchFilter,
  StatisticsFilter,
} from "./operations.js";
export { MessageStream, type AccountMessage, type MatchMessage } from "./stream.js";
