import { sellsAtDoor } from '#domain/access/roles.ts'
import { Button } from '../../../ui/button.tsx'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'
import type { PersonPartProps } from './rename-person.tsx'

/** Asks before a person is suspended or retired, and says what happens then. */
export function ConfirmPerson({
  action,
  person: { name, role, phones },
  busy,
  onChange,
  onLeave,
}: PersonPartProps & { action: 'suspend' | 'retire' }) {
  const isForGood = action === 'retire'
  const change = () =>
    isForGood
      ? onChange({ status: 'retired' }, `${name} has retired`)
      : onChange({ status: 'suspended' }, `${name} is suspended`)
  return (
    <div className="flex flex-col gap-4 overflow-y-auto p-5">
      <p className="wrap-anywhere">
        {isForGood
          ? `${name} can’t get in any more, and that can’t be undone. Their past work keeps their name.`
          : `${name} can’t get in until you resume. Their past work keeps their name.`}
      </p>
      {(sellsAtDoor(role) || phones.length > 0) && (
        <p>
          Their phones can still sell. What they sell, and what is still on them, will be accepted but held
          until you release it under Exceptions.
        </p>
      )}
      <DialogFoot leave="Cancel" onLeave={onLeave}>
        <Button busy={busy} onClick={() => void change()}>
          {isForGood ? 'Retire' : 'Suspend'}
        </Button>
      </DialogFoot>
    </div>
  )
}
