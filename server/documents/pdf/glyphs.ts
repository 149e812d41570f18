import path from 'node:path'
import { type Font, openSync } from 'fontkit'

const FOLDER = path.join(import.meta.dirname, 'fonts')

const open = (file: string) => openSync(path.join(FOLDER, file)) as Font

export type Face = 'regular' | 'bold' | 'signs'

/** The embedded fonts, read once per thread. */
export const FONTS: Readonly<Record<Face, Font>> = {
  regular: open('NotoSans-Regular.ttf'),
  bold: open('NotoSans-Bold.ttf'),
  signs: open('DejaVuSans.ttf'),
}

/** A piece of text in one font. */
export type Run = { face: Face; text: string }

/** Scripts that run from right to left. pdfkit would print them backwards. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u

/**
 * Splits a text into runs whose fonts have every glyph. If no font has a character, writes its number, such as
 * `[U+738B]`, and sets `isExact` to false.
 */
export function toRuns(text: string, face: 'regular' | 'bold'): { runs: Run[]; isExact: boolean } {
  const runs: Run[] = []
  let isExact = true
  for (const character of text.replace(/[\t\r\n]+/g, ' ')) {
    const at = character.codePointAt(0) ?? 0
    const has = [face, 'signs' as const].find((one) => FONTS[one].hasGlyphForCodePoint(at))
    const isPrintable = has !== undefined && !RIGHT_TO_LEFT.test(character) && !INVISIBLE.test(character)
    if (!isPrintable) isExact = false
    const run: Run = isPrintable
      ? { face: has, text: character }
      : { face, text: `[U+${at.toString(16).toUpperCase().padStart(4, '0')}]` }
    const last = runs.at(-1)
    if (last?.face === run.face) last.text += run.text
    else runs.push(run)
  }
  return { runs, isExact }
}
