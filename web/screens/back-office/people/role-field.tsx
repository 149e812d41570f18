import { mayAppoint, ROLES, type Role } from '#domain/access/roles.ts'
import { ROLE_NAMES, ROLE_USES } from './role-words.ts'

type RoleFieldProps = {
  /** The role of the person who makes the choice. */
  by: Role
  value: Role
  onChange: (role: Role) => void
}

/** A choice of the roles that this person may give, each with what it is for. */
export const RoleField = ({ by, value, onChange }: RoleFieldProps) => (
  <fieldset>
    <legend className="mb-1 font-semibold">Role</legend>
    {ROLES.filter((role) => mayAppoint(by, role)).map((role) => (
      <label key={role} className="flex min-h-11 items-start gap-3 py-1.5">
        <input
          type="radio"
          name="role"
          aria-label={ROLE_NAMES[role]}
          aria-describedby={`use-${role}`}
          className="mt-0.5 size-5 shrink-0 accent-(--color-accent)"
          checked={value === role}
          onChange={() => onChange(role)}
        />
        <span className="min-w-0 wrap-anywhere">
          {ROLE_NAMES[role]}
          <span id={`use-${role}`} className="block text-sm text-muted">
            {ROLE_USES[role]}
          </span>
        </span>
      </label>
    ))}
  </fieldset>
)
