import { createHash, randomBytes } from 'node:crypto'
import { Set as Asn1Set, BitString, Integer, OctetString, Sequence, Utf8String } from 'asn1js'
import { AttributeTypeAndValue, BasicConstraints, Certificate, Extension } from 'pkijs'

const YEARS = 10
const BITS = 3072
const ALGORITHM = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
const SUBJECT = 'Doorstep seal'
const COMMON_NAME = '2.5.4.3'
const ORGANISATION = '2.5.4.10'
const BASIC_CONSTRAINTS = '2.5.29.19'
const KEY_USAGE = '2.5.29.15'
const SUBJECT_KEY_ID = '2.5.29.14'
/** digitalSignature and nonRepudiation (RFC 5280, 4.2.1.3). */
const SIGNS_DOCUMENTS = 0b1100_0000
/** The max number of characters that X.520 allows in an organisation's name. */
const MAX_NAME = 64

const generate = () =>
  crypto.subtle.generateKey(
    { ...ALGORITHM, modulusLength: BITS, publicExponent: new Uint8Array([1, 0, 1]) },
    true,
    ['sign', 'verify'],
  )
type Pair = Awaited<ReturnType<typeof generate>>

/**
 * Makes an RSA key and a certificate for it, both as PEM. The certificate names the organisation and is valid for ten
 * years.
 */
export async function makePair(organisation: string): Promise<{ key: string; certificate: string }> {
  const pair = await generate()
  const certificate = await certify(pair, [...organisation].slice(0, MAX_NAME).join(''))
  return {
    key: pemOf('PRIVATE KEY', await crypto.subtle.exportKey('pkcs8', pair.privateKey)),
    certificate: pemOf('CERTIFICATE', certificate.toSchema(true).toBER()),
  }
}

async function certify(pair: Pair, organisation: string): Promise<Certificate> {
  const certificate = new Certificate({ version: 2 })
  // A serial number must be positive, so its first bit is 0.
  certificate.serialNumber = new Integer({ valueHex: toBuffer([1, ...randomBytes(15)]) })
  // pkijs would put both attributes into one set, which validators show as one name.
  const name = new Sequence({ value: [nameOf(ORGANISATION, organisation), nameOf(COMMON_NAME, SUBJECT)] })
  for (const one of [certificate.subject, certificate.issuer]) one.valueBeforeDecode = name.toBER()
  certificate.notBefore.value = new Date()
  certificate.notAfter.value = new Date()
  certificate.notAfter.value.setUTCFullYear(certificate.notBefore.value.getUTCFullYear() + YEARS)
  await certificate.subjectPublicKeyInfo.importKey(pair.publicKey)
  const keyBits = certificate.subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView
  certificate.extensions = [
    extensionOf(BASIC_CONSTRAINTS, new BasicConstraints({ cA: false }).toSchema(), true),
    extensionOf(KEY_USAGE, new BitString({ valueHex: toBuffer([SIGNS_DOCUMENTS]), unusedBits: 6 }), true),
    extensionOf(
      SUBJECT_KEY_ID,
      new OctetString({ valueHex: toBuffer(createHash('sha1').update(keyBits).digest()) }),
      false,
    ),
  ]
  await certificate.sign(pair.privateKey, ALGORITHM.hash)
  return certificate
}

const nameOf = (type: string, value: string) =>
  new Asn1Set({ value: [new AttributeTypeAndValue({ type, value: new Utf8String({ value }) }).toSchema()] })

const extensionOf = (extnID: string, value: { toBER(): ArrayBuffer }, critical: boolean) =>
  new Extension({ extnID, critical, extnValue: value.toBER() })

const toBuffer = (bytes: Iterable<number>) => new Uint8Array(bytes).buffer

const pemOf = (label: string, der: ArrayBuffer) =>
  `-----BEGIN ${label}-----\n${Buffer.from(der).toString('base64').replace(/.{64}/g, '$&\n').trimEnd()}\n-----END ${label}-----\n`
