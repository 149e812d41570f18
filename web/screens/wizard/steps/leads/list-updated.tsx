import { AgeOf } from '../../../../ui/age-of.tsx'

/** Since when the list may differ from the server's. */
export const ListUpdated = ({ at }: { at: string }) => (
  <p className="text-sm text-muted">
    Updated <AgeOf moment={at} />
  </p>
)
