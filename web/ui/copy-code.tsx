import { QrCode } from './qr-code.tsx'

/** The code that opens the customer's copy. */
export const CopyCode = ({ address }: { address: string }) => (
  <QrCode text={address} label="Code for the customer's copy" />
)
