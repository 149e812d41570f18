/** A bar that shows how much of something is done. It is decoration: the text beside it has the numbers. */
export const ShareBar = ({ part, whole }: { part: number; whole: number }) => (
  <div aria-hidden className="h-2 overflow-hidden rounded-full bg-sunken [print-color-adjust:exact]">
    <div
      className="h-full rounded-full bg-accent"
      style={{ width: `${(part / Math.max(whole, 1)) * 100}%` }}
    />
  </div>
)
