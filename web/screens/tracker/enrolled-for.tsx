import { useEffect, useState } from 'react'
import { ENROL_PAGE, type Me } from '#protocol/identity.ts'
import { readMe } from '../../http/me.ts'
import { settings } from '../../settings.ts'

/** The last answer since the app was opened. It is also shown offline. */
let known: Me | undefined

/**
 * The person for whom this phone is enrolled, or a link to enrol it if that is optional. Nothing until the server has
 * answered.
 */
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
  const [me, setMe] = useState(known)
  useEffect(() => {
    let isShown = true
    // If sign-in is switched off, there is nothing to ask.
    if (!settings.authMode) return
    void readMe().then((answer) => {
      if (!answer.ok) return
      known = answer.value
      if (isShown) setMe(known)
    })
    return () => {
      isShown = false
    }
  }, [])
  return me
}
