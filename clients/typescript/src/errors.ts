/** The errors that the client throws: Refused and ConnectionLost. */

export interface Problem {
  code?: string;
  detail?: string;
  errors?: { pointer?: string; detail?: string }[];
  problems?: { code?: string; texts?: Record<string, string> }[];
  [field: string]: unknown;
}

/** The service refused. `code` is stable, `problem` is the whole document (RFC 9457), the message names every fault. */
export class Refused extends Error {
  readonly code: string;

  constructor(
    readonly status: number,
    readonly problem: Problem,
    language = "en",
  ) {
    const code = problem.code ?? `http_${status}`;
    const faults = [
      ...faultsOf(problem.errors).map((fault) => `${fault.pointer ?? ""} ${fault.detail ?? ""}`.trim()),
      ...faultsOf(problem.problems).map((fault) => fault.texts?.[language] ?? fault.code),
    ];
    super([`${code}: ${problem.detail ?? "no reason was given"}`, ...faults].join("\n- "));
    this.name = "Refused";
    this.code = code;
  }
}

/** The objects in a list of faults. The answer may come from a proxy, which uses the name differently. */
function faultsOf<Fault extends object>(faults: Fault[] | undefined): Fault[] {
  return Array.isArray(faults) ? faults.filter((fault) => typeof fault === "object" && fault !== null) : [];
}

/** No answer came to any attempt. The request may have been carried out. */
export class ConnectionLost extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = "ConnectionLost";
  }
}
