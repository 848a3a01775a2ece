/** What an upload answered. */
export type UploadResult = {
  readonly status: number
  readonly retCode: number
  readonly message: string
  readonly data: Readonly<Record<string, unknown>>
  readonly code?: number
  readonly url?: string
}

/** A form with one picture, as a browser sends it. */
export const pictureForm = (bytes: Uint8Array, name = 'picture.png', type = 'image/png'): FormData => {
  const form = new FormData()
  form.append('file', new Blob([Uint8Array.from(bytes)], { type }), name)
  return form
}

/** Sends a form to the call that takes pictures. */
export const upload = async (
  baseUrl: string,
  token: string | undefined,
  body: FormData | string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>> = {},
  path = '/api/common/uploadFile',
): Promise<UploadResult> => {
  const authorization = token === undefined ? {} : { Authorization: token }
  const response = await fetch(baseUrl + path, {
    method: 'POST',
    body,
    headers: { ...authorization, ...headers },
  })
  return { status: response.status, ...((await response.json()) as Omit<UploadResult, 'status'>) }
}
