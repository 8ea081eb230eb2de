;; Loops over words of users, one bit for each, 128 at a time. Every address and length is a multiple of 16 bytes.
;; `npm run kernel` compiles it into words-binary.ts.
(module
  (memory (export "memory") 12)

  ;; users := users and (slice xor flip). Returns how many are left.
  (func (export "keep") (param $users i32) (param $slice i32) (param $flip i32) (param $length i32) (result i32)
    (local $end i32) (local $left v128) (local $sum v128) (local $flips v128)
    (local.set $flips (i32x4.splat (local.get $flip)))
    (local.set $end (i32.add (local.get $users) (local.get $length)))
    (loop $next
      (local.set $left
        (v128.and (v128.load (local.get $users)) (v128.xor (v128.load (local.get $slice)) (local.get $flips))))
      (v128.store (local.get $users) (local.get $left))
      (local.set $sum
        (i32x4.add
          (local.get $sum)
          (i32x4.extadd_pairwise_i16x8_u (i16x8.extadd_pairwise_i8x16_u (i8x16.popcnt (local.get $left))))))
      (local.set $users (i32.add (local.get $users) (i32.const 16)))
      (local.set $slice (i32.add (local.get $slice) (i32.const 16)))
      (br_if $next (i32.lt_u (local.get $users) (local.get $end))))
    (call $add (local.get $sum)))

  ;; found := found or (users and (slice xor flip)); the other users stay. Returns how many stay.
  (func (export "move") (param $users i32) (param $found i32) (param $slice i32) (param $flip i32) (param $length i32)
    (result i32)
    (local $end i32) (local $all v128) (local $bits v128) (local $sum v128) (local $flips v128)
    (local.set $flips (i32x4.splat (local.get $flip)))
    (local.set $end (i32.add (local.get $users) (local.get $length)))
    (loop $next
      (local.set $all (v128.load (local.get $users)))
      (local.set $bits (v128.xor (v128.load (local.get $slice)) (local.get $flips)))
      (v128.store (local.get $found)
        (v128.or (v128.load (local.get $found)) (v128.and (local.get $all) (local.get $bits))))
      (local.set $all (v128.andnot (local.get $all) (local.get $bits)))
      (v128.store (local.get $users) (local.get $all))
      (local.set $sum
        (i32x4.add
          (local.get $sum)
          (i32x4.extadd_pairwise_i16x8_u (i16x8.extadd_pairwise_i8x16_u (i8x16.popcnt (local.get $all))))))
      (local.set $users (i32.add (local.get $users) (i32.const 16)))
      (local.set $found (i32.add (local.get $found) (i32.const 16)))
      (local.set $slice (i32.add (local.get $slice) (i32.const 16)))
      (br_if $next (i32.lt_u (local.get $users) (local.get $end))))
    (call $add (local.get $sum)))

  ;; Sets the bits of users. $uids: their numbers in 32 bits each, of which the lowest 20 are the position in the slice.
  (func (export "scatter") (param $uids i32) (param $words i32) (param $length i32)
    (local $end i32) (local $uid i32) (local $word i32)
    (local.set $end (i32.add (local.get $uids) (local.get $length)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $uids) (local.get $end)))
        (local.set $uid (i32.load (local.get $uids)))
        ;; Four bytes for each 32 bits.
        (local.set $word
          (i32.add (local.get $words) (i32.and (i32.shr_u (local.get $uid) (i32.const 3)) (i32.const 0x1fffc))))
        (i32.store (local.get $word)
          (i32.or (i32.load (local.get $word)) (i32.shl (i32.const 1) (local.get $uid))))
        (local.set $uids (i32.add (local.get $uids) (i32.const 4)))
        (br $next))))

  ;; How many bits are set.
  (func (export "count") (param $words i32) (param $length i32) (result i32)
    (local $end i32) (local $sum v128)
    (local.set $end (i32.add (local.get $words) (local.get $length)))
    (loop $next
      (local.set $sum
        (i32x4.add
          (local.get $sum)
          (i32x4.extadd_pairwise_i16x8_u
            (i16x8.extadd_pairwise_i8x16_u (i8x16.popcnt (v128.load (local.get $words)))))))
      (local.set $words (i32.add (local.get $words) (i32.const 16)))
      (br_if $next (i32.lt_u (local.get $words) (local.get $end))))
    (call $add (local.get $sum)))

  (func $add (param $sum v128) (result i32)
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
      (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum))))))
