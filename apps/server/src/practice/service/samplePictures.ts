/** Two pictures that show the word SAMPLE, in place of the front and the back of a document. */
export const samplePictures: readonly Buffer[] = [
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAKgAAAA8AQMAAADIcmOiAAAABlBMVEXm7vYUPG6TRU+ZAAAAUklEQVR42u2RwQ0A' +
      'IAwC2cD9t2SDSq3GAaQ/L8bo+UBS4NPMiFwEI3dE0GN1TzW4DmClOex6oNuqgn4uTguTBSpnRxEmyyZboyyrOnfG' +
      'j/bTyAQqRQ/waA7bZgAAAABJRU5ErkJggg==',
    'base64',
  ),
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAKgAAAA8AQMAAADIcmOiAAAABlBMVEX27uZuPBQpPG85AAAAUklEQVR42u2RwQ0A' +
      'IAwC2cD9t2SDSq3GAaQ/L8bo+UBS4NPMiFwEI3dE0GN1TzW4DmClOex6oNuqgn4uTguTBSpnRxEmyyZboyyrOnfG' +
      'j/bTyAQqRQ/waA7bZgAAAABJRU5ErkJggg==',
    'base64',
  ),
]
