;; The ranking's loops over every paper of the index, four papers or sixteen axes a step. What each function does is
;; said in kernel.ts, whose test compares it with the same in TypeScript, and holds that kernel.wasm is made of this.
;; After a change: `npm run kernel`. One module, so long because text has no loops to unroll and all share the arrays.
(module
  (import "index" "memory" (memory 1))
  ;; Where the arrays lie, in bytes; each has `end` bytes, four per document, and the last entries are padding.
  (import "index" "end" (global $end i32))
  (import "index" "lexical" (global $lexical i32))
  (import "index" "feedback" (global $feedback i32))
  (import "index" "liked" (global $liked i32))
  (import "index" "byWords" (global $byWords i32))
  (import "index" "docIds" (global $docIds i32))
  (import "index" "bounds" (global $bounds i32))
  (import "index" "products" (global $products i32))
  ;; 4,096 counts.
  (import "index" "inStep" (global $inStep i32))
  ;; Four bytes a pair, 120 pairs a row; and 64 bytes a row.
  (import "index" "cosines" (global $cosines i32))
  (import "index" "near" (global $near i32))
  ;; The first third of the vectors, 32 bytes per document, and the lengths of the rest.
  (import "index" "heads" (global $heads i32))
  (import "index" "rests" (global $rests i32))
  ;; 96 bytes per document. The direction, two bytes an axis, lies at address 0.
  (import "index" "vectors" (global $vectors i32))

  (func (export "addUp") (param $own f32) (param $seeds f32) (param $taste f32) (param $counted f32)
    (local $at i32) (local $lanes i32) (local $step i32) (local $sum v128)
    (memory.fill (global.get $inStep) (i32.const 0) (i32.const 16384))
    (loop $four
      (local.set $sum
        (f32x4.add
          (f32x4.add
            (f32x4.mul (f32x4.splat (local.get $own)) (v128.load (i32.add (global.get $lexical) (local.get $at))))
            (f32x4.mul (f32x4.splat (local.get $seeds)) (v128.load (i32.add (global.get $feedback) (local.get $at)))))
          (f32x4.mul (f32x4.splat (local.get $taste)) (v128.load (i32.add (global.get $liked) (local.get $at))))))
      (v128.store (i32.add (global.get $byWords) (local.get $at)) (local.get $sum))
      (local.set $lanes (i32x4.bitmask (f32x4.ge (local.get $sum) (f32x4.splat (local.get $counted)))))
      (block $none
        (loop $each
          (br_if $none (i32.eqz (local.get $lanes)))
          (local.set $step
            (call $stepOf
              (i32.add
                (i32.add (global.get $byWords) (local.get $at))
                (i32.shl (i32.ctz (local.get $lanes)) (i32.const 2)))))
          (i32.store (local.get $step) (i32.add (i32.load (local.get $step)) (i32.const 1)))
          (local.set $lanes (i32.and (local.get $lanes) (i32.sub (local.get $lanes) (i32.const 1))))
          (br $each)))
      (br_if $four
        (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (global.get $end)))))

  ;; Where the count of a score's step lies: 1,024 steps to 1.
  (func $stepOf (param $score i32) (result i32)
    (local $step i32)
    (local.set $step (i32.trunc_sat_f32_u (f32.mul (f32.load (local.get $score)) (f32.const 1024))))
    (i32.add
      (global.get $inStep)
      (i32.shl
        (select (local.get $step) (i32.const 4095) (i32.lt_u (local.get $step) (i32.const 4095)))
        (i32.const 2))))

  (func (export "atLeast") (param $scores i32) (param $least f32) (result i32)
    (local $at i32) (local $lanes i32) (local $to i32)
    (local.set $to (global.get $docIds))
    (loop $four
      (local.set $lanes
        (i32x4.bitmask
          (f32x4.ge
            (v128.load (i32.add (local.get $scores) (local.get $at)))
            (f32x4.splat (local.get $least)))))
      (block $none
        (loop $each
          (br_if $none (i32.eqz (local.get $lanes)))
          (i32.store
            (local.get $to)
            (i32.add (i32.shr_u (local.get $at) (i32.const 2)) (i32.ctz (local.get $lanes))))
          (local.set $to (i32.add (local.get $to) (i32.const 4)))
          (local.set $lanes (i32.and (local.get $lanes) (i32.sub (local.get $lanes) (i32.const 1))))
          (br $each)))
      (br_if $four
        (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (global.get $end))))
    (i32.shr_u (i32.sub (local.get $to) (global.get $docIds)) (i32.const 2)))

  (func (export "reach")
    (param $low f32) (param $high f32) (param $share f32) (param $besides f32) (param $least f32)
    (param $restOfDirection f32) (result i32)
    (local $at i32) (local $lanes i32) (local $docId i32) (local $to i32)
    (local $words v128) (local $within v128) (local $bound f32)
    (loop $four
      (local.set $words (v128.load (i32.add (global.get $byWords) (local.get $at))))
      (local.set $within
        (v128.and
          (f32x4.ge (local.get $words) (f32x4.splat (local.get $low)))
          (f32x4.lt (local.get $words) (f32x4.splat (local.get $high)))))
      (if (v128.any_true (local.get $within))
        (then
          ;; A third of the axes first, and what the rest can add at most (Cauchy and Schwarz).
          (local.set $lanes
            (i32x4.bitmask
              (v128.and
                (local.get $within)
                (f32x4.ge
                  (f32x4.add
                    (f32x4.add (local.get $words) (f32x4.splat (local.get $besides)))
                    (f32x4.mul
                      (f32x4.splat (local.get $share))
                      (f32x4.pmax
                        (v128.const f32x4 0 0 0 0)
                        (f32x4.add
                          (f32x4.convert_i32x4_s
                            (call $headProducts
                              (i32.add (global.get $heads) (i32.shl (local.get $at) (i32.const 3)))))
                          (f32x4.mul
                            (f32x4.splat (local.get $restOfDirection))
                            (v128.load (i32.add (global.get $rests) (local.get $at))))))))
                  (f32x4.splat (local.get $least))))))
          (block $none
            (loop $each
              (br_if $none (i32.eqz (local.get $lanes)))
              (local.set $docId
                (i32.add (i32.shr_u (local.get $at) (i32.const 2)) (i32.ctz (local.get $lanes))))
              (local.set $lanes (i32.and (local.get $lanes) (i32.sub (local.get $lanes) (i32.const 1))))
              (local.set $bound
                (f32.add
                  (f32.add
                    (f32.load (i32.add (global.get $byWords) (i32.shl (local.get $docId) (i32.const 2))))
                    (local.get $besides))
                  (f32.mul
                    (local.get $share)
                    (f32.max (f32.const 0) (f32.convert_i32_s (call $product (local.get $docId)))))))
              (br_if $each (f32.lt (local.get $bound) (local.get $least)))
              (i32.store (i32.add (global.get $docIds) (local.get $to)) (local.get $docId))
              (f32.store (i32.add (global.get $bounds) (local.get $to)) (local.get $bound))
              (local.set $to (i32.add (local.get $to) (i32.const 4)))
              (br $each)))))
      (br_if $four
        (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (global.get $end))))
    (i32.shr_u (local.get $to) (i32.const 2)))

  (func (export "pairs") (param $count i32)
    (local $one i32) (local $other i32) (local $cosine f32)
    (memory.fill (global.get $cosines) (i32.const 0) (i32.const 57600))
    (local.set $count (i32.shl (local.get $count) (i32.const 2)))
    (block $none
      (loop $row
        (br_if $none (i32.ge_u (local.get $one) (local.get $count)))
        (call $setDirection (i32.load (i32.add (global.get $docIds) (local.get $one))))
        (local.set $other (i32.const 0))
        (block $full
          (loop $column
            (br_if $full (i32.ge_u (local.get $other) (local.get $one)))
            (local.set $cosine
              (f32.demote_f64
                (f64.div
                  (f64.div
                    (f64.convert_i32_s (call $product (i32.load (i32.add (global.get $docIds) (local.get $other)))))
                    (f64.const 127))
                  (f64.const 127))))
            (f32.store (call $pair (local.get $one) (local.get $other)) (local.get $cosine))
            (f32.store (call $pair (local.get $other) (local.get $one)) (local.get $cosine))
            (local.set $other (i32.add (local.get $other) (i32.const 4)))
            (br $column)))
        (local.set $one (i32.add (local.get $one) (i32.const 4)))
        (br $row))))

  (func $pair (param $row i32) (param $column i32) (result i32)
    (i32.add
      (global.get $cosines)
      (i32.add (i32.mul (local.get $row) (i32.const 120)) (local.get $column))))

  (func (export "nearest") (param $count i32)
    (local $row i32) (local $found i32) (local $other i32) (local $lanes i32) (local $at i32)
    (local $least f32) (local $cosine f32)
    (local.set $row (global.get $cosines))
    (local.set $found (global.get $near))
    (memory.fill (local.get $found) (i32.const 0) (i32.shl (local.get $count) (i32.const 6)))
    (block $none
      (loop $paper
        (br_if $none (i32.eqz (local.get $count)))
        (local.set $least (f32.const 0))
        (local.set $other (i32.const 0))
        (loop $four
          (local.set $lanes
            (i32x4.bitmask
              (f32x4.gt
                (v128.load (i32.add (local.get $row) (local.get $other)))
                (f32x4.splat (local.get $least)))))
          (block $done
            (loop $each
              (br_if $done (i32.eqz (local.get $lanes)))
              (local.set $at
                (i32.add (local.get $other) (i32.shl (i32.ctz (local.get $lanes)) (i32.const 2))))
              (local.set $lanes (i32.and (local.get $lanes) (i32.sub (local.get $lanes) (i32.const 1))))
              (local.set $cosine (f32.load (i32.add (local.get $row) (local.get $at))))
              (br_if $each (f32.le (local.get $cosine) (local.get $least)))
              (call $insert (local.get $found) (local.get $cosine) (i32.shr_u (local.get $at) (i32.const 2)))
              (local.set $least (f32.load offset=24 (local.get $found)))
              (br $each)))
          (br_if $four
            (i32.lt_u (local.tee $other (i32.add (local.get $other) (i32.const 16))) (i32.const 480))))
        (local.set $row (i32.add (local.get $row) (i32.const 480)))
        (local.set $found (i32.add (local.get $found) (i32.const 64)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br $paper))))

  ;; Into seven cosines that fall, with the papers that they are of 32 bytes behind them; the last drops out.
  (func $insert (param $found i32) (param $cosine f32) (param $paper i32)
    (local $at i32)
    (local.set $at (i32.add (local.get $found) (i32.const 24)))
    (block $here
      (loop $before
        (br_if $here (i32.eq (local.get $at) (local.get $found)))
        (br_if $here
          (f32.ge (f32.load (i32.sub (local.get $at) (i32.const 4))) (local.get $cosine)))
        (f32.store (local.get $at) (f32.load (i32.sub (local.get $at) (i32.const 4))))
        (i32.store offset=32 (local.get $at) (i32.load offset=32 (i32.sub (local.get $at) (i32.const 4))))
        (local.set $at (i32.sub (local.get $at) (i32.const 4)))
        (br $before)))
    (f32.store (local.get $at) (local.get $cosine))
    (i32.store offset=32 (local.get $at) (local.get $paper)))

  ;; Uses a document's vector as the direction.
  (func $setDirection (param $docId i32)
    (local $vector i32) (local $axes v128)
    (local.set $vector (i32.add (global.get $vectors) (i32.mul (local.get $docId) (i32.const 96))))
    (local.set $axes (v128.load offset=0 (local.get $vector)))
    (v128.store offset=0 (i32.const 0) (i16x8.extend_low_i8x16_s (local.get $axes)))
    (v128.store offset=16 (i32.const 0) (i16x8.extend_high_i8x16_s (local.get $axes)))
    (local.set $axes (v128.load offset=16 (local.get $vector)))
    (v128.store offset=32 (i32.const 0) (i16x8.extend_low_i8x16_s (local.get $axes)))
    (v128.store offset=48 (i32.const 0) (i16x8.extend_high_i8x16_s (local.get $axes)))
    (local.set $axes (v128.load offset=32 (local.get $vector)))
    (v128.store offset=64 (i32.const 0) (i16x8.extend_low_i8x16_s (local.get $axes)))
    (v128.store offset=80 (i32.const 0) (i16x8.extend_high_i8x16_s (local.get $axes)))
    (local.set $axes (v128.load offset=48 (local.get $vector)))
    (v128.store offset=96 (i32.const 0) (i16x8.extend_low_i8x16_s (local.get $axes)))
    (v128.store offset=112 (i32.const 0) (i16x8.extend_high_i8x16_s (local.get $axes)))
    (local.set $axes (v128.load offset=64 (local.get $vector)))
    (v128.store offset=128 (i32.const 0) (i16x8.extend_low_i8x16_s (local.get $axes)))
    (v128.store offset=144 (i32.const 0) (i16x8.extend_high_i8x16_s (local.get $axes)))
    (local.set $axes (v128.load offset=80 (local.get $vector)))
    (v128.store offset=160 (i32.const 0) (i16x8.extend_low_i8x16_s (local.get $axes)))
    (v128.store offset=176 (i32.const 0) (i16x8.extend_high_i8x16_s (local.get $axes))))

  ;; Of the direction's first third and the heads of four documents: four running sums each, then turned and added.
  (func $headProducts (param $heads i32) (result v128)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128) (local $ab v128) (local $cd v128)
    (local.set $a (call $headSums (local.get $heads)))
    (local.set $b (call $headSums (i32.add (local.get $heads) (i32.const 32))))
    (local.set $c (call $headSums (i32.add (local.get $heads) (i32.const 64))))
    (local.set $d (call $headSums (i32.add (local.get $heads) (i32.const 96))))
    (local.set $ab
      (i32x4.add
        (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $a) (local.get $b))
        (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $a) (local.get $b))))
    (local.set $cd
      (i32x4.add
        (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $c) (local.get $d))
        (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $c) (local.get $d))))
    (i32x4.add
      (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $ab) (local.get $cd))
      (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $ab) (local.get $cd))))

  (func (export "products") (param $count i32)
    (local $at i32)
    (local.set $count (i32.shl (local.get $count) (i32.const 2)))
    (block $none
      (loop $each
        (br_if $none (i32.ge_u (local.get $at) (local.get $count)))
        (i32.store
          (i32.add (global.get $products) (local.get $at))
          (call $product (i32.load (i32.add (global.get $docIds) (local.get $at)))))
        (local.set $at (i32.add (local.get $at) (i32.const 4)))
        (br $each))))

  (func $headSums (param $head i32) (result v128)
    (local $sum v128) (local $axes v128)
    (local.set $axes (v128.load offset=0 (local.get $head)))
    (local.set $sum (i32x4.add (local.get $sum) (i32x4.add
      (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $axes)) (v128.load offset=0 (i32.const 0)))
      (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $axes)) (v128.load offset=16 (i32.const 0))))))
    (local.set $axes (v128.load offset=16 (local.get $head)))
    (local.set $sum (i32x4.add (local.get $sum) (i32x4.add
      (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $axes)) (v128.load offset=32 (i32.const 0)))
      (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $axes)) (v128.load offset=48 (i32.const 0))))))
    (local.get $sum))

  ;; Of the direction and a document's vector: sixteen axes at a time into four running sums, then their total.
  (func $product (param $docId i32) (result i32)
    (local $vector i32) (local $sum v128) (local $axes v128)
    (local.set $vector (i32.add (global.get $vectors) (i32.mul (local.get $docId) (i32.const 96))))
    (local.set $axes (v128.load offset=0 (local.get $vector)))
    (local.set $sum (i32x4.add (local.get $sum) (i32x4.add
      (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $axes)) (v128.load offset=0 (i32.const 0)))
      (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $axes)) (v128.load offset=16 (i32.const 0))))))
    (local.set $axes (v128.load offset=16 (local.get $vector)))
    (local.set $sum (i32x4.add (local.get $sum) (i32x4.add
      (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $axes)) (v128.load offset=32 (i32.const 0)))
      (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $axes)) (v128.load offset=48 (i32.const 0))))))
    (local.set $axes (v128.load offset=32 (local.get $vector)))
    (local.set $sum (i32x4.add (local.get $sum) (i32x4.add
      (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $axes)) (v128.load offset=64 (i32.const 0)))
      (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $axes)) (v128.load offset=80 (i32.const 0))))))
    (local.set $axes (v128.load offset=48 (local.get $vector)))
    (local.set $sum (i32x4.add (local.get $sum) (i32x4.add
      (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $axes)) (v128.load offset=96 (i32.const 0)))
      (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $axes)) (v128.load offset=112 (i32.const 0))))))
    (local.set $axes (v128.load offset=64 (local.get $vector)))
    (local.set $sum (i32x4.add (local.get $sum) (i32x4.add
      (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $axes)) (v128.load offset=128 (i32.const 0)))
      (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $axes)) (v128.load offset=144 (i32.const 0))))))
    (local.set $axes (v128.load offset=80 (local.get $vector)))
    (local.set $sum (i32x4.add (local.get $sum) (i32x4.add
      (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $axes)) (v128.load offset=160 (i32.const 0)))
      (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $axes)) (v128.load offset=176 (i32.const 0))))))
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
      (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))
)
