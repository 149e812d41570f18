const POSTCODE = /\b([A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2})\b/

/** An address. Its postcode never breaks across two lines. */
export function Address({ children }: { children: string | null | undefined }) {
  const [before, postcode, ...after] = (children ?? '').split(POSTCODE)
  return (
    <>
      {before}
      {postcode && <span className="whitespace-nowrap">{postcode}</span>}
      {after.join('')}
    </>
  )
}
