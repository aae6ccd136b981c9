export { Client, Turn } from "./client.js";
export { ConnectionLost, Refused } from "./errors.js";
export { MessageStream } from "./stream.js";
