/** The channel between the page that enrols and wipes a phone, and the app in every tab. */
export const PHONE_NEWS = 'doorstep-phone'

/** `enrolled`: for someone, perhaps for someone else than before. `wiping`: everything is handed in and will be deleted now. */
export type PhoneNews = 'enrolled' | 'wiping'
