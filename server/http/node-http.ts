/** Node's `http`. An `import` would also load its WebSocket client, which adds 30 ms to every start. */
export const http = process.getBuiltinModule('node:http')
