/** The channel between the page that enrols and wipes a phone, and the app in every tab. */
export const PHONE_NEWS = 'doorstep-phone'

/**
 * `enrolled`: the phone is enrolled, perhaps for another person than before. `wiping`: everything is handed in and is
 * about to be deleted.
 */
export type PhoneNews = 'enrolled' | 'wiping'
