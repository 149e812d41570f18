import { isObject } from '#domain/kernel/parse-json.ts'
import { BACK_OFFICE_PATH } from '#protocol/back-office.ts'
import {
  type NewToken,
  TOKENS_PATH,
  type TokenListed,
  type TokenMade,
  type TokensListed,
} from '#protocol/people.ts'
import { ask } from './ask.ts'

const PATH = BACK_OFFICE_PATH + TOKENS_PATH

/** Reads the tokens, revoked ones included (docs/product 26.9). */
export const readTokens = () => ask(PATH, isObject<TokensListed>)

/** Makes a token. Only this answer contains it. */
export const makeToken = (token: NewToken) => ask(PATH, isObject<TokenMade>, { method: 'POST', body: token })

/** Ends a token. */
export const revokeToken = (id: string) => ask(`${PATH}/${id}`, isObject<TokenListed>, { method: 'DELETE' })
