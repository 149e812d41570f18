const LOOPBACK = /^(localhost|(::ffff:)?127(\.\d{1,3}){3}|::1)$/i

/** Whether nobody but this machine itself is at an address, or has the name `localhost`. */
export const isLoopback = (host: string) => LOOPBACK.test(host)
