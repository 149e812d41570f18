import { useEffect, useState } from 'react'
import { ENROL_PAGE, type Me } from '#protocol/identity.ts'
import { readMe } from '../../http/me.ts'
import { settings } from '../../settings.ts'

/** Whom this phone is enrolled for, or how to enrol it where it need not be; nothing if the server cannot be asked. */
export function EnrolledFor() {
  const me = useMe()
  if (me?.phone)
    return <p className="text-sm text-muted wrap-anywhere">Enrolled for {me.phone.person.name}</p>
  if (me?.mode !== 'mixed') return null
  return (
    <a href={ENROL_PAGE} className="text-sm text-muted underline">
      Enrol this phone
    </a>
  )
}

function useMe(): Me | undefined {
  const [me, setMe] = useState<Me>()
  useEffect(() => {
    let isShown = true
    // Where no one signs in there is nothing to ask.
    if (!settings.authMode) return
    void readMe().then((answer) => {
      if (isShown && answer.ok) setMe(answer.value)
    })
    return () => {
      isShown = false
    }
  }, [])
  return me
}
