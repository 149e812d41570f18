/**
 * The logo's door, open because the order has arrived. If it `swings`, it opens as it appears; with reduced motion it
 * is open at once.
 */
export const OpeningDoor = ({ swings }: { swings: boolean }) => (
  <svg viewBox="0 0 32 32" className="size-12 shrink-0 tiny:hidden snug:hidden" aria-hidden="true">
    <path d="M10 26V14a6 6 0 0 1 12 0v12" fill="none" stroke="currentColor" strokeWidth="2.6" />
    <g className={`origin-[10px_26px] scale-x-40 -skew-y-12 ${swings ? LEAF_SWINGS : ''}`}>
      <path d="M10 26V14a6 6 0 0 1 12 0v12z" fill="currentColor" />
      <circle cx="18.6" cy="19" r="1.5" className="fill-sill" />
    </g>
    <path d="M6.5 26h19" strokeWidth="2.6" strokeLinecap="round" className="stroke-sill" />
  </svg>
)

const LEAF_SWINGS =
  'transition-[scale,transform] duration-400 ease-[cubic-bezier(.2,0,0,1)] starting:scale-x-100 starting:skew-y-0'
