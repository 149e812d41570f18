import { Address } from './address.tsx'

/** A text with the first occurrence of each of these parts highlighted. Postcodes stay on one line. */
export function Marked({ text, marked }: { text: string; marked: readonly string[] }) {
  const [part, ...others] = marked
  if (part === undefined) return <Address>{text}</Address>
  const at = part === '' ? -1 : text.indexOf(part)
  if (at === -1) return <Marked text={text} marked={others} />
  return (
    <>
      <Marked text={text.slice(0, at)} marked={others} />
      <strong className="font-semibold">
        <Address>{part}</Address>
      </strong>
      <Marked text={text.slice(at + part.length)} marked={others} />
    </>
  )
}
