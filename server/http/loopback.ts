const LOOPBACK = /^(localhost|(::ffff:)?127(\.\d{1,3}){3}|::1)$/i

/** Returns true if the host is a loopback address or `localhost`. */
export const isLoopback = (host: string) => LOOPBACK.test(host)
