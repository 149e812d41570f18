/** The files with the JSON reports of the test runners. */
export type Reports = { vitest: string; playwright: string }
export type Results = { passed: number; failed: string[]; repeated: string[] }
export function readReports(reports: Reports): Results
