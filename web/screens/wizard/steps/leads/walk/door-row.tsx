import { memo } from 'react'
import { formatPounds } from '#domain/kernel/money.ts'
import { voucherOf } from '#domain/lead/lead.ts'
import type { DoorState } from '#domain/street/door.ts'
import { canSelect } from '#domain/street/map-dots.ts'
import type { WalkDoor } from '#domain/street/walk-streets.ts'
import { Plate } from '../../../../../ui/plate.tsx'
import { MarkIcon } from '../map/mark-icon.tsx'

type DoorRowProps = {
  door: WalkDoor
  state: DoorState
  /** What an agent must know before calling at the door. */
  words: string
  /** The side of the street, if it begins at this door. */
  side: string | undefined
  isFlat: boolean
  isSelected: boolean
  isTabbable: boolean
  /** The index among the doors, counted from 0. `count` is their number. */
  place: number
  count: number
}

/** React requires a handler here, but the list handles the click of every row. */
const handledByList = () => {}

/** A door of the walk: a radio named by its address, as in the list. A door on the register cannot be selected. */
export const DoorRow = memo(
  ({ door, state, words, side, isFlat, isSelected, isTabbable, place, count }: DoorRowProps) => {
    const { lead, parts } = door
    const number = parts.number === undefined ? undefined : `${parts.number}${parts.suffix}`
    const isOver = state === 'sold' || !canSelect({ state })
    return (
      <div className={`lead-row h-full ${isSelected ? 'lead-row-chosen' : ''} ${isFlat ? 'pl-4' : ''}`}>
        <input
          type="radio"
          name="lead"
          aria-label={lead.street_address}
          aria-describedby={`door-${lead.id}`}
          aria-disabled={!canSelect({ state })}
          aria-posinset={place + 1}
          aria-setsize={count}
          className="whole-target aria-disabled:cursor-default"
          checked={isSelected}
          tabIndex={isTabbable ? 0 : -1}
          data-lead={lead.id}
          data-row={place}
          onChange={handledByList}
        />
        <div className="lead-text gap-4 pr-3">
          <div className="flex flex-col items-start">
            {/* Has no width, so that the name begins where those of the other rows do. */}
            {side && (
              <p className="w-0 text-xs leading-3.5 font-semibold tracking-tighter whitespace-nowrap text-muted">
                {side}
              </p>
            )}
            <Plate
              number={isFlat ? undefined : number}
              look={isSelected ? 'chosen' : isOver ? 'won' : 'plain'}
            />
          </div>
          <div className="lead-place">
            {/* The state may take two lines, because what an agent must know about a door must not be cut off. */}
            <p className={`lead-street ${words === '' ? '' : 'line-clamp-1'} ${isOver ? 'text-muted' : ''}`}>
              {nameOf(door, isFlat)}
            </p>
            <p
              id={`door-${lead.id}`}
              className={`line-clamp-2 text-sm leading-4.5 ${state === 'do-not-knock' ? 'text-danger' : 'text-muted'}`}
            >
              {words}
            </p>
          </div>
          <p className="lead-worth">
            {!isOver && <span className="figure text-voucher">{formatPounds(voucherOf(lead))}</span>}
            {/* A door without a mark has not been visited. */}
            {state !== 'unvisited' && <MarkIcon state={state} />}
          </p>
        </div>
      </div>
    )
  },
)

/**
 * Returns what the plate and the rows above do not say: the flat or the name of the house, otherwise who lives there.
 */
function nameOf({ lead, parts: { flat, name, number } }: WalkDoor, isFlat: boolean): string {
  if (isFlat && flat) return flat
  const place = [flat, name].filter(Boolean).join(', ')
  return place || (number === undefined ? lead.street_address : (lead.contact_name ?? lead.street_address))
}
