/** Node's `http`. An `import` of it would load its WebSocket client too, which takes 30 ms of every start. */
export const http = process.getBuiltinModule('node:http')
