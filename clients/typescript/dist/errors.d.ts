/** What is thrown when the service says no, or says nothing. */
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
/** The service said no: `code` is stable, `problem` is the whole document (RFC 9457). Its message names every fault. */
export declare class Refused extends Error {
    readonly status: number;
    readonly problem: Problem;
    readonly code: string;
    constructor(status: number, problem: Problem, language?: string);
}
/** No answer came, however often the request was sent. Whether it was carried out is not known. */
export declare class ConnectionLost extends Error {
    constructor(cause: unknown);
}
