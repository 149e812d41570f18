/** A text without what no database keeps: NUL characters, and halves of surrogate pairs, as a broken keyboard leaves. */
export const storableText = (text: string): string => text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '')
