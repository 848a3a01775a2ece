/**
 * One unmasked WebSocket text frame (RFC 6455). Built once and written to every reader as it is, which is
 * what makes a thousand readers cheap; sockets are opened without compression, so nothing else is owed.
 */
export const textFrame = (text: string): Buffer => {
  const payload = Buffer.from(text, 'utf8')
  const { length } = payload
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(head + length)
  frame[0] = 0x81
  if (head === 2) frame[1] = length
  else if (head === 4) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  payload.copy(frame, head)
  return frame
}

/** A message of the stream as a frame. */
export const messageFrame = (message: object): Buffer => textFrame(JSON.stringify(message))
