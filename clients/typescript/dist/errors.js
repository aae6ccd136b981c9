/** What is thrown when the service says no, or says nothing. */
/** The service said no: `code` is stable, `problem` is the whole document (RFC 9457). */
export class Refused extends Error {
    status;
    problem;
    code;
    constructor(status, problem) {
        const code = problem.code ?? `http_${status}`;
        super(`${code}: ${problem.detail ?? "no reason was given"}`);
        this.status = status;
        this.problem = problem;
        this.name = "Refused";
        this.code = code;
    }
}
/** No answer came, however often the request was sent. Whether it was carried out is not known. */
export class ConnectionLost extends Error {
    constructor(cause) {
        super(cause instanceof Error ? cause.message : String(cause), { cause });
        this.name = "ConnectionLost";
    }
}
