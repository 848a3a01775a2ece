import { Suspense } from 'react'
import { renderToReadableStream, renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { preloadable } from './preloadable.ts'

const text = async (stream: ReadableStream) => new Response(stream).text()

it('renders a preloaded component at once, without its placeholder', async () => {
  const { Component, preload } = preloadable(async () => ({ default: () => <p>screen</p> }))
  await preload()
  const page = renderToString(
    <Suspense fallback="loading">
      <Component />
    </Suspense>,
  )
  expect(page).toContain('<p>screen</p>')
  expect(page).not.toContain('loading')
})

it('loads one that was not preloaded on first use', async () => {
  const { Component } = preloadable(async () => ({ default: () => <p>screen</p> }))
  const stream = await renderToReadableStream(
    <Suspense fallback="loading">
      <Component />
    </Suspense>,
  )
  await stream.allReady
  expect(await text(stream)).toContain('<p>screen</p>')
})

it('tries again on first use after a preload that failed', async () => {
  let tries = 0
  const { Component, preload } = preloadable(async () => {
    tries += 1
    if (tries === 1) throw new Error('no connection')
    return { default: () => <p>screen</p> }
  })
  await expect(preload()).rejects.toThrow('no connection')
  const stream = await renderToReadableStream(<Component />)
  await stream.allReady
  expect(await text(stream)).toContain('<p>screen</p>')
})
