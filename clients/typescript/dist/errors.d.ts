/** The errors that the client throws: Refused and ConnectionLost. */
export interface Problem {
    code?: string;
    detail?: string;
    errors?: {
        pointer?: string;
        detail?: string;
    }[];
    problems?: {
        code?: string;
        texts?: Record<string, string>;
    }[];
    [field: string]: unknown;
}
/** The service refused. `code` is stable, `problem` is the whole document (RFC 9457), the message names every fault. */
export declare class Refused extends Error {
    readonly status: number;
    readonly problem: Problem;
    readonly code: string;
    constructor(status: number, problem: Problem, language?: string);
}
/** No answer came to any attempt. The request may have been carried out. */
export declare class ConnectionLost extends Error {
    constructor(cause: unknown);
}
