/** What is thrown when the service says no, or says nothing. */
/** The service said no: `code` is stable, `problem` is the whole document (RFC 9457). Its message names every fault. */
export class Refused extends Error {
    status;
    problem;
    code;
    constructor(status, problem, language = "en") {
        const code = problem.code ?? `http_${status}`;
        const faults = [
            ...faultsOf(problem.errors).map((fault) => `${fault.pointer ?? ""} ${fault.detail ?? ""}`.trim()),
            ...faultsOf(problem.problems).map((fault) => fault.texts?.[language] ?? fault.code),
        ];
        super([`${code}: ${problem.detail ?? "no reason was given"}`, ...faults].join("\n- "));
        this.status = status;
        this.problem = problem;
        this.name = "Refused";
        this.code = code;
    }
}
/** Not everything that answers is the service: a proxy may mean something else by the name. */
function faultsOf(faults) {
    return Array.isArray(faults) ? faults.filter((fault) => typeof fault === "object" && fault !== null) : [];
}
/** No answer came, however often the request was sent. Whether it was carried out is not known. */
export class ConnectionLost extends Error {
    constructor(cause) {
        super(cause instanceof Error ? cause.message : String(cause), { cause });
        this.name = "ConnectionLost";
    }
}
