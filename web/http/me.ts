import { isObject } from '#domain/kernel/parse-json.ts'
import { IDENTITY_PATH, type Me } from '#protocol/identity.ts'
import { ask } from './ask.ts'

/** Reads the identity of the caller, in every mode (docs/product 26.7). */
export const readMe = () => ask(`${IDENTITY_PATH}/me`, isObject<Me>)

/** Ends the sign-in of this browser. */
export const endSignIn = () => ask(`${IDENTITY_PATH}/sign-out`, isObject<Me>, { method: 'POST', body: {} })
