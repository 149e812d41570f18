import { describe, expect, test } from 'vitest'
import { isPublicAddress } from './public-address.ts'

describe('An address is public', () => {
  test.each([
    '8.8.8.8',
    '93.184.216.34',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700:4700::1111',
    '2a00:1450:4009:80b::200e',
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
  ])('%s', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })
})

describe('An address is not public', () => {
  test.each([
    ['this machine', '127.0.0.1'],
    ['this machine', '127.255.255.254'],
    ['this machine', '::1'],
    ['this machine, mapped', '::ffff:127.0.0.1'],
    ['this machine, mapped in hex', '::ffff:7f00:1'],
    ['this machine, IPv4-compatible', '::127.0.0.1'],
    ['this machine, translated', '::ffff:0:127.0.0.1'],
    ['this machine through NAT64', '64:ff9b::127.0.0.1'],
    ['the network through local NAT64', '64:ff9b:1::10.0.0.1'],
    ['this machine through 6to4', '2002:7f00:1::1'],
    ['the network through Teredo', '2001:0:0a00:1::1'],
    ['no address', '0.0.0.0'],
    ['no address', '::'],
    ['this network', '0.1.2.3'],
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['private, mapped', '::ffff:192.168.1.1'],
    ['private, through NAT64', '64:ff9b::c0a8:101'],
    ['unique local', 'fd00::1'],
    ['unique local', 'fc00::1'],
    ['link-local', '169.254.1.1'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['cloud metadata', '169.254.169.254'],
    ['cloud metadata, mapped', '::ffff:a9fe:a9fe'],
    ['cloud metadata', 'fd00:ec2::254'],
    ['cloud metadata', '100.100.100.200'],
    ['carrier NAT', '100.64.0.1'],
    ['site-local', 'fec0::1'],
    ['multicast', '224.0.0.1'],
    ['multicast', 'ff02::1'],
    ['broadcast', '255.255.255.255'],
    ['reserved', '240.0.0.1'],
    ['documentation', '192.0.2.1'],
    ['documentation', '2001:db8::1'],
    ['benchmarks', '198.18.0.1'],
    ['protocol assignments', '192.0.0.1'],
    ['discard', '100::1'],
    ['no address at all', 'localhost'],
    ['nothing', ''],
  ])('%s: %s', (_kind, address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})
