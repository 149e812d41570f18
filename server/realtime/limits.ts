/** The max sockets of one process, in total and from one address: as many as streams. */
export const MAX_SOCKETS = { total: 5_000, perAddress: 1_000 }

/** Ten times a join with the longest list of filters. Each socket may hold one unfinished frame in memory. */
export const MAX_FRAME_BYTES = 64 * 1024

/** The same as in the original. An app has a handful, and one that forgets to leave its channels soon notices. */
export const MAX_CHANNELS = 100

/** Every change is compared with every subscription, so one socket must not cost as much as a hundred. */
export const MAX_BINDINGS = 200

/** The subscriptions of a socket take a few times the size of their text in memory. */
export const MAX_BINDING_BYTES = 32 * 1024

/** The max values of `in.( )` in a filter, as documented by the original. */
export const MAX_LISTED_VALUES = 100

/** The binary form of the protocol has one byte for each length. */
export const MAX_TOPIC_LENGTH = 255

/** If a client leaves more than this unread, its socket is cut off. It then reconnects and reads the lists again. */
export const MAX_UNREAD_BYTES = 1024 * 1024

/** 100 messages a second, as in the original. Counted per beat, so that an app may join all its channels in a burst. */
export const MAX_MESSAGES_A_BEAT = 1_500

/** A minute of beats without a sign of life. The client beats every 25 seconds, and answers pings by itself. */
export const MAX_SILENT_BEATS = 4

/** The time that a client may take to confirm the close of its socket. A shutdown waits for that. */
export const CLOSE_TIMEOUT_MS = 1_000
