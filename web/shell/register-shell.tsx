import { RegisterFrame } from '../screens/back-office/do-not-knock/register-frame.tsx'

/** The first paint of the do-not-knock register. */
export const RegisterShell = () => <RegisterFrame />
