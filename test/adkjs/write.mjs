// Fills a database by ADK's session service, and prints as JSON what that service shows of it.
// SQLite is written by a driver that npm has as a binary: sqlite3 would have to be compiled.
import { DatabaseSessionService, createEvent, createEventActions } from '@google/adk'
import { LibSqlDriver } from '@mikro-orm/libsql'

const database = process.argv[2]
const service = new DatabaseSessionService(
  database.startsWith('postgres') ? database : { driver: LibSqlDriver, dbName: database })
const trips = 'trips'
for (const userId of ['ann', 'bob', 'Zoë']) {
  const session = await service.createSession({
    appName: trips, userId, sessionId: 's1',
    state: { begun: true, step: 'search', nothing: null, 'user:name': userId, 'app:version': 1.5, 'temp:x': 1 },
  })
  for (let i = 0; i < 4; i++) {
    await service.appendEvent({ session, event: createEvent({
      id: `e${i}`, invocationId: 'i', author: i ? 'booker' : 'user', branch: 'root.booker', timestamp: 1767225600000 + i * 7,
      content: { role: 'model', parts: [
        { text: `"${i}" ü \u2028` }, { functionCall: { name: 'book', args: { seatNo: i, seat_no: [i] } } },
      ] },
      finishReason: 'STOP', longRunningToolIds: ['t1'], customMetadata: { traceId: 'x' }, usageMetadata: { promptTokenCount: 3 },
      actions: createEventActions({ stateDelta: {
        step: `step ${i}`, seats: [i, { row_no: 2.5, aisleSeat: null }], 'user:lastSeen': i, 'app:total': i * 1e15, 'temp:y': 2,
      } }),
    }) })
  }
}
await service.createSession({ appName: 'other', userId: 'ann', sessionId: 'empty' })

const shown = []
for (const { appName, userId, id } of [
  ...(await service.listSessions({ appName: trips })).sessions, ...(await service.listSessions({ appName: 'other' })).sessions,
]) {
  const { state, events } = await service.getSession({ appName, userId, sessionId: id })
  shown.push({ app: appName, user: userId, session: id, state, events: events.map(
    ({ id, author, branch, timestamp, content, finishReason, actions }) =>
      ({ id, author, branch, timestamp, content, finishReason, stateDelta: actions.stateDelta })) })
}
console.log(JSON.stringify(shown))
await service.orm.close()
