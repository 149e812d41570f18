import { DoorClosed } from 'lucide'
import { Icon } from './icon.tsx'

const LOOKS = {
  plain: 'border-edge bg-surface text-ink',
  chosen: 'border-accent bg-accent text-on-accent',
  won: 'border-dashed border-edge text-muted',
}

/** A door without a number has a name, which is shown beside the plate. */
const DOOR = <Icon of={DoorClosed} size={22} />

/** The house number as on a doorplate. Decorative, because the text beside it has the whole address. */
export const Plate = ({
  number,
  look = 'plain',
}: {
  number: string | undefined
  look?: keyof typeof LOOKS
}) => (
  <span aria-hidden className={`plate ${number && number.length > 3 ? 'plate-long' : ''} ${LOOKS[look]}`}>
    {number ?? DOOR}
  </span>
)
