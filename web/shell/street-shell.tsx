import { StreetFrame } from '../screens/back-office/street/street-frame.tsx'

/** The first paint of the page of visits and streets. */
export const StreetShell = () => <StreetFrame />
