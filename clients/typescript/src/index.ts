export { Client, Turn } from "./client.js";
export type { Action, Choose, ClientOptions, MatchOptions, MatchRef, Of, Schemas, Told } from "./client.js";
export { ConnectionLost, Refused, type Problem } from "./errors.js";
export { MessageStream, type AccountMessage, type MatchMessage } from "./stream.js";
