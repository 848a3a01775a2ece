import type { RequestOf } from '@glasshouse/core/calls'
import { useEffect, useState } from 'react'
import { useCaptchaMutation } from '../captcha/useCaptchaMutation.ts'
import { useWait } from './CodeField.tsx'

/** Sending a code to an address, and the wait until that address may have another. */
export const useCode = (address: string, request: RequestOf<'/api/user/sendVerifyCode'>) => {
  const send = useCaptchaMutation('/api/user/sendVerifyCode')
  const { left, start } = useWait()
  const [requestedFor, setRequestedFor] = useState<string | null>(null)
  const [sentTo, setSentTo] = useState<string | null>(null)
  useEffect(() => {
    const seconds = send.error?.data.retryAfter
    if (typeof seconds === 'number') start(seconds)
  }, [send.error, start])
  return {
    ask: async () => {
      setRequestedFor(address)
      const answer = await send.run(request)
      if (answer === null) return
      start(answer.wait)
      setSentTo(address)
    },
    busy: send.busy,
    checking: send.checking,
    error: send.error,
    /** Seconds; the server counts them for each address, so another one need not wait. */
    left: requestedFor === address ? left : 0,
    sentTo: sentTo === address ? sentTo : null,
  }
}
