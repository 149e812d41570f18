/** What happened, as a title and the sentences beneath it; `isBad` if the office should look at it. */
export type EventWords = { title: string; lines: string[]; isBad?: boolean }
