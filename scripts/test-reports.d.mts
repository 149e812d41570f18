/** The files that the runners' JSON reports are in. */
export type Reports = { vitest: string; playwright: string }
export type Results = { passed: number; failed: string[]; repeated: string[] }
export function readReports(reports: Reports): Results
