/** Sockets of one process: as many as streams, in total and from one address. */
export const MAX_SOCKETS = { total: 5_000, perAddress: 1_000 }

/** A join with the longest list of filters is a tenth of it. Each socket may hold one unfinished frame in memory. */
export const MAX_FRAME_BYTES = 64 * 1024

/** As in the original: an app has a handful, and one that forgets to leave its channels notices soon. */
export const MAX_CHANNELS = 100

/** Every change is compared with every subscription, so one socket must not cost what a hundred do. */
export const MAX_BINDINGS = 200

/** What the subscriptions of a socket hold in memory is a few times their text. */
export const MAX_BINDING_BYTES = 32 * 1024

/** Values of `in.( )` in a filter, as the original documents it. */
export const MAX_LISTED_VALUES = 100

/** The binary form of the protocol has one byte for each length. */
export const MAX_TOPIC_LENGTH = 255

/** A socket that does not take what it is sent is cut off; its client reconnects and reads again. */
export const MAX_UNREAD_BYTES = 1024 * 1024

/** Between two beats: 100 messages a second, as in the original, and bursts when an app joins all its channels. */
export const MAX_MESSAGES_A_BEAT = 1_500

/** Beats without a sign of life: a minute. The client beats every 25 seconds, and answers pings by itself. */
export const MAX_SILENT_BEATS = 4

/** How long a client may take to confirm that the socket closes. A shutdown waits for it. */
export const CLOSE_TIMEOUT_MS = 1_000
