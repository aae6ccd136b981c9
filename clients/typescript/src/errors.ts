/** What is thrown when the service says no, or says nothing. */

export interface Problem {
  code?: string;
  detail?: string;
  [field: string]: unknown;
}

/** The service said no: `code` is stable, `problem` is the whole document (RFC 9457). */
export class Refused extends Error {
  readonly code: string;

  constructor(
    readonly status: number,
    readonly problem: Problem,
  ) {
    const code = problem.code ?? `http_${status}`;
    super(`${code}: ${problem.detail ?? "no reason was given"}`);
    this.name = "Refused";
    this.code = code;
  }
}

/** No answer came, however often the request was sent. Whether it was carried out is not known. */
export class ConnectionLost extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = "ConnectionLost";
  }
}
