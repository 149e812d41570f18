import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const hash = promisify(argon2)

/** OWASP's parameters for Argon2id: 19 MiB, 2 passes. Node counts memory in KiB. */
const COST = { parallelism: 1, tagLength: 32, memory: 19_456, passes: 2 }
const SALT_BYTES = 16
/** Each hash takes 19 MiB and a thread of the pool, so a flood of guesses must not run many at a time. */
const MAX_AT_ONCE = 8

/** Hashes and checks passwords, slowly on purpose. */
export type Passwords = {
  /** Returns the hash to store for a password, or undefined if too many are being hashed at the moment. */
  toHash(password: string): Promise<string | undefined>
  /**
   * Returns whether a password is the stored one, or undefined if too many are being checked. Takes as long if none is
   * stored.
   */
  isRight(password: string, stored: string | null): Promise<boolean | undefined>
}

/** Creates the passwords of a process. */
export function createPasswords(): Passwords {
  let running = 0

  const derive = async (password: string, salt: Buffer): Promise<Buffer | undefined> => {
    if (running >= MAX_AT_ONCE) return undefined
    running += 1
    try {
      return await hash('argon2id', { ...COST, message: password.normalize('NFKC'), nonce: salt })
    } finally {
      running -= 1
    }
  }

  return {
    async toHash(password) {
      const salt = randomBytes(SALT_BYTES)
      const derived = await derive(password, salt)
      return derived && write(salt, derived)
    },
    async isRight(password, stored) {
      const { salt, derived: wanted } = read(stored ?? NO_PASSWORD)
      const derived = await derive(password, salt)
      return derived && timingSafeEqual(derived, wanted) && stored !== null
    },
  }
}

/** The start of a hash in the common format. It names the cost, so that the cost can grow. */
const MARK = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$`
const write = (salt: Buffer, derived: Buffer) =>
  `${MARK}${salt.toString('base64url')}$${derived.toString('base64url')}`

const NO_PASSWORD = write(Buffer.alloc(SALT_BYTES), Buffer.alloc(COST.tagLength))

function read(stored: string): { salt: Buffer; derived: Buffer } {
  const [salt = '', derived = ''] = stored.startsWith(MARK) ? stored.slice(MARK.length).split('$') : []
  const bytes = Buffer.from(derived, 'base64url')
  if (bytes.length !== COST.tagLength) throw new Error('A stored password has an unknown form.')
  return { salt: Buffer.from(salt, 'base64url'), derived: bytes }
}
