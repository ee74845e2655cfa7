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
  ;; The vectors of the papers compared, 192 bytes each.
  (import "index" "wide" (global $wide i32))
  ;; Half of the vectors, 384 bytes per eight documents, and the lengths of the rest. The same half of the direction.
  (import "index" "heads" (global $heads i32))
  (import "index" "turned" (global $turned i32))
  (import "index" "rests" (global $rests i32))
  ;; The direction in 64 bits.
  (import "index" "exact" (global $exact i32))
  ;; 96 bytes per document. The direction, two bytes an axis, lies at address 0.
  (import "index" "vectors" (global $vectors i32))

  (func (export "addUp") (param $own f32) (param $seeds f32) (param $taste f32)
    (local $at i32) (local $sum v128)
    (loop $four
      (local.set $sum
        (f32x4.add
          (f32x4.mul (f32x4.splat (local.get $own)) (v128.load (i32.add (global.get $lexical) (local.get $at))))
          (f32x4.mul (f32x4.splat (local.get $seeds)) (v128.load (i32.add (global.get $feedback) (local.get $at))))))
      ;; Most topics have no judgments, and reading the third array takes as long as the others.
      (if (f32.ne (local.get $taste) (f32.const 0))
        (then
          (local.set $sum
            (f32x4.add
              (local.get $sum)
              (f32x4.mul (f32x4.splat (local.get $taste)) (v128.load (i32.add (global.get $liked) (local.get $at))))))))
      (v128.store (i32.add (global.get $byWords) (local.get $at)) (local.get $sum))
      (br_if $four
        (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (global.get $end)))))

  ;; Four documents in each so many bytes of scores.
  (func (export "count") (param $least f32) (param $apart i32)
    (local $at i32) (local $lanes i32) (local $step i32)
    (memory.fill (global.get $inStep) (i32.const 0) (i32.const 16384))
    (loop $four
      (local.set $lanes
        (i32x4.bitmask
          (f32x4.ge
            (v128.load (i32.add (global.get $byWords) (local.get $at)))
            (f32x4.splat (local.get $least)))))
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
        (i32.lt_u (local.tee $at (i32.add (local.get $at) (local.get $apart))) (global.get $end)))))

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
    (param $step f32) (param $lowest f32) (param $rest f32) (result i32)
    (local $at i32) (local $lanes i32) (local $docId i32) (local $to i32) (local $bound f32)
    (local $one v128) (local $other v128)
    (loop $eight
      (local.set $lanes
        (i32.or
          (call $within (local.get $at) (local.get $low) (local.get $high))
          (i32.shl
            (call $within (i32.add (local.get $at) (i32.const 16)) (local.get $low) (local.get $high))
            (i32.const 4))))
      (if (local.get $lanes)
        (then
          (if (f32.gt (local.get $least) (f32.const -inf))
            (then
              ;; Half of the axes first, and what the rest can add at most (Cauchy and Schwarz).
              (call $headProducts (i32.add (global.get $heads) (i32.mul (local.get $at) (i32.const 12))))
              (local.set $other)
              (local.set $one)
              (local.set $lanes
                (i32.and
                  (local.get $lanes)
                  (i32.or
                    (i32x4.bitmask
                      (f32x4.ge
                        (f32x4.add
                          (f32x4.add
                            (v128.load (i32.add (global.get $byWords) (local.get $at)))
                            (f32x4.splat (local.get $besides)))
                          (f32x4.pmax
                            (v128.const f32x4 0 0 0 0)
                            (f32x4.add
                              (f32x4.add
                                (f32x4.mul (f32x4.splat (local.get $step)) (f32x4.convert_i32x4_s (local.get $one)))
                                (f32x4.splat (local.get $lowest)))
                              (f32x4.mul
                                (f32x4.splat (local.get $rest))
                                (v128.load (i32.add (global.get $rests) (local.get $at)))))))
                        (f32x4.splat (local.get $least))))
                    (i32.shl
                      (i32x4.bitmask
                        (f32x4.ge
                          (f32x4.add
                            (f32x4.add
                              (v128.load offset=16 (i32.add (global.get $byWords) (local.get $at)))
                              (f32x4.splat (local.get $besides)))
                            (f32x4.pmax
                              (v128.const f32x4 0 0 0 0)
                              (f32x4.add
                                (f32x4.add
                                  (f32x4.mul (f32x4.splat (local.get $step)) (f32x4.convert_i32x4_s (local.get $other)))
                                  (f32x4.splat (local.get $lowest)))
                                (f32x4.mul
                                  (f32x4.splat (local.get $rest))
                                  (v128.load offset=16 (i32.add (global.get $rests) (local.get $at)))))))
                          (f32x4.splat (local.get $least))))
                      (i32.const 4)))))))
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
      (br_if $eight
        (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 32))) (global.get $end))))
    (i32.shr_u (local.get $to) (i32.const 2)))

  ;; Which of four documents have a word score in [low, high), a bit each.
  (func $within (param $at i32) (param $low f32) (param $high f32) (result i32)
    (local $words v128)
    (local.set $words (v128.load (i32.add (global.get $byWords) (local.get $at))))
    (i32x4.bitmask
      (v128.and
        (f32x4.ge (local.get $words) (f32x4.splat (local.get $low)))
        (f32x4.lt (local.get $words) (f32x4.splat (local.get $high))))))

  ;; Of the direction's half and the heads of eight documents: sixteen axes at a time in sixteen bits, then in 32.
  (func $headProducts (param $head i32) (result v128 v128)
    (local $turned i32) (local $end i32) (local $sum v128) (local $one v128) (local $other v128)
    (local.set $turned (global.get $turned))
    (local.set $end (i32.add (local.get $head) (i32.const 384)))
    (loop $sixteen
      (local.set $sum (i16x8.relaxed_dot_i8x16_i7x16_s (v128.load offset=0 (local.get $turned)) (v128.load offset=0 (local.get $head))))
      (local.set $sum (i16x8.add (local.get $sum) (i16x8.relaxed_dot_i8x16_i7x16_s (v128.load offset=16 (local.get $turned)) (v128.load offset=16 (local.get $head)))))
      (local.set $sum (i16x8.add (local.get $sum) (i16x8.relaxed_dot_i8x16_i7x16_s (v128.load offset=32 (local.get $turned)) (v128.load offset=32 (local.get $head)))))
      (local.set $sum (i16x8.add (local.get $sum) (i16x8.relaxed_dot_i8x16_i7x16_s (v128.load offset=48 (local.get $turned)) (v128.load offset=48 (local.get $head)))))
      (local.set $sum (i16x8.add (local.get $sum) (i16x8.relaxed_dot_i8x16_i7x16_s (v128.load offset=64 (local.get $turned)) (v128.load offset=64 (local.get $head)))))
      (local.set $sum (i16x8.add (local.get $sum) (i16x8.relaxed_dot_i8x16_i7x16_s (v128.load offset=80 (local.get $turned)) (v128.load offset=80 (local.get $head)))))
      (local.set $sum (i16x8.add (local.get $sum) (i16x8.relaxed_dot_i8x16_i7x16_s (v128.load offset=96 (local.get $turned)) (v128.load offset=96 (local.get $head)))))
      (local.set $sum (i16x8.add (local.get $sum) (i16x8.relaxed_dot_i8x16_i7x16_s (v128.load offset=112 (local.get $turned)) (v128.load offset=112 (local.get $head)))))
      (local.set $one (i32x4.add (local.get $one) (i32x4.extend_low_i16x8_s (local.get $sum))))
      (local.set $other (i32x4.add (local.get $other) (i32x4.extend_high_i16x8_s (local.get $sum))))
      (local.set $turned (i32.add (local.get $turned) (i32.const 128)))
      (br_if $sixteen
        (i32.lt_u (local.tee $head (i32.add (local.get $head) (i32.const 128))) (local.get $end))))
    (local.get $one)
    (local.get $other))

  (func (export "pairs") (param $count i32)
    (local $one i32) (local $other i32) (local $row i32) (local $column i32) (local $cosines v128)
    (memory.fill (global.get $cosines) (i32.const 0) (i32.const 57600))
    (block $none
      (loop $next
        (br_if $none (i32.ge_u (local.get $one) (local.get $count)))
        (call $widen (local.get $one))
        (local.set $other (i32.const 0))
        (local.set $row (call $pair (local.get $one) (i32.const 0)))
        (local.set $column (call $pair (i32.const 0) (local.get $one)))
        (block $full
          (loop $four
            (br_if $full (i32.ge_u (local.get $other) (local.get $one)))
            ;; Those from the paper itself on come with their own rows.
            (local.set $cosines
              (v128.and
                (call $cosinesOfFour (local.get $one) (local.get $other))
                (i32x4.lt_u
                  (i32x4.add (i32x4.splat (local.get $other)) (v128.const i32x4 0 1 2 3))
                  (i32x4.splat (local.get $one)))))
            (v128.store (i32.add (local.get $row) (i32.shl (local.get $other) (i32.const 2))) (local.get $cosines))
            (v128.store32_lane offset=0 0 (local.get $column) (local.get $cosines))
            (v128.store32_lane offset=480 1 (local.get $column) (local.get $cosines))
            (v128.store32_lane offset=960 2 (local.get $column) (local.get $cosines))
            (v128.store32_lane offset=1440 3 (local.get $column) (local.get $cosines))
            (local.set $column (i32.add (local.get $column) (i32.const 1920)))
            (local.set $other (i32.add (local.get $other) (i32.const 4)))
            (br $four)))
        (local.set $one (i32.add (local.get $one) (i32.const 1)))
        (br $next))))

  (func $pair (param $row i32) (param $column i32) (result i32)
    (i32.add
      (global.get $cosines)
      (i32.shl
        (i32.add (i32.mul (local.get $row) (i32.const 120)) (local.get $column))
        (i32.const 2))))

  ;; Two bytes an axis, for the paper at a place of the list.
  (func $widen (param $place i32)
    (local $from i32) (local $to i32) (local $end i32)
    (local.set $from
      (i32.add
        (global.get $vectors)
        (i32.mul
          (i32.load (i32.add (global.get $docIds) (i32.shl (local.get $place) (i32.const 2))))
          (i32.const 96))))
    (local.set $to (i32.add (global.get $wide) (i32.mul (local.get $place) (i32.const 192))))
    (local.set $end (i32.add (local.get $to) (i32.const 192)))
    (loop $eight
      (v128.store (local.get $to) (v128.load8x8_s (local.get $from)))
      (local.set $from (i32.add (local.get $from) (i32.const 8)))
      (br_if $eight
        (i32.lt_u (local.tee $to (i32.add (local.get $to) (i32.const 16))) (local.get $end)))))

  ;; Of one paper with four that follow each other in the list: divided twice in 64 bits, as in TypeScript.
  (func $cosinesOfFour (param $one i32) (param $other i32) (result v128)
    (local $end i32) (local $axes v128) (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (local.set $one (i32.add (global.get $wide) (i32.mul (local.get $one) (i32.const 192))))
    (local.set $other (i32.add (global.get $wide) (i32.mul (local.get $other) (i32.const 192))))
    (local.set $end (i32.add (local.get $one) (i32.const 192)))
    (loop $eight
      (local.set $axes (v128.load (local.get $one)))
      (local.set $a
        (i32x4.add (local.get $a) (i32x4.dot_i16x8_s (local.get $axes) (v128.load offset=0 (local.get $other)))))
      (local.set $b
        (i32x4.add (local.get $b) (i32x4.dot_i16x8_s (local.get $axes) (v128.load offset=192 (local.get $other)))))
      (local.set $c
        (i32x4.add (local.get $c) (i32x4.dot_i16x8_s (local.get $axes) (v128.load offset=384 (local.get $other)))))
      (local.set $d
        (i32x4.add (local.get $d) (i32x4.dot_i16x8_s (local.get $axes) (v128.load offset=576 (local.get $other)))))
      (local.set $other (i32.add (local.get $other) (i32.const 16)))
      (br_if $eight
        (i32.lt_u (local.tee $one (i32.add (local.get $one) (i32.const 16))) (local.get $end))))
    (local.set $axes (call $sumsOf (local.get $a) (local.get $b) (local.get $c) (local.get $d)))
    (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
      (call $cosinesOfTwo (local.get $axes))
      (call $cosinesOfTwo
        (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $axes) (local.get $axes)))))

  (func $cosinesOfTwo (param $products v128) (result v128)
    (f32x4.demote_f64x2_zero
      (f64x2.div
        (f64x2.div (f64x2.convert_low_i32x4_s (local.get $products)) (f64x2.splat (f64.const 127)))
        (f64x2.splat (f64.const 127)))))

  (func (export "nearest") (param $count i32)
    (local $row i32) (local $found i32) (local $other i32) (local $lanes i32) (local $at i32)
    (local $first f32) (local $least f32) (local $cosine f32)
    (local.set $row (global.get $cosines))
    (local.set $found (global.get $near))
    (memory.fill (local.get $found) (i32.const 0) (i32.shl (local.get $count) (i32.const 6)))
    (block $none
      (loop $paper
        (br_if $none (i32.eqz (local.get $count)))
        (local.set $first (call $belowEight (local.get $row)))
        (local.set $least (local.get $first))
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
              (local.set $least (f32.max (local.get $first) (f32.load offset=24 (local.get $found))))
              (br $each)))
          (br_if $four
            (i32.lt_u (local.tee $other (i32.add (local.get $other) (i32.const 16))) (i32.const 480))))
        (local.set $row (i32.add (local.get $row) (i32.const 480)))
        (local.set $found (i32.add (local.get $found) (i32.const 64)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br $paper))))

  ;; Just less than eight cosines of a row are, or 0: the least of the largest in eight parts of it.
  (func $belowEight (param $row i32) (result f32)
    (local $end i32) (local $one v128) (local $other v128)
    (local.set $end (i32.add (local.get $row) (i32.const 480)))
    (loop $eight
      (local.set $one (f32x4.pmax (local.get $one) (v128.load (local.get $row))))
      (local.set $other (f32x4.pmax (local.get $other) (v128.load offset=16 (local.get $row))))
      (br_if $eight
        (i32.lt_u (local.tee $row (i32.add (local.get $row) (i32.const 32))) (local.get $end))))
    (local.set $one (f32x4.pmin (local.get $one) (local.get $other)))
    (local.set $one
      (f32x4.pmin
        (local.get $one)
        (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $one) (local.get $one))))
    (local.set $one
      (f32x4.pmin
        (local.get $one)
        (i8x16.shuffle 4 5 6 7 0 1 2 3 12 13 14 15 8 9 10 11 (local.get $one) (local.get $one))))
    (select
      (f32.reinterpret_i32 (i32.sub (i32x4.extract_lane 0 (local.get $one)) (i32.const 1)))
      (f32.const 0)
      (i32.gt_s (i32x4.extract_lane 0 (local.get $one)) (i32.const 0))))

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

  ;; Four times four running sums, turned and added: the total of each.
  (func $sumsOf (param $a v128) (param $b v128) (param $c v128) (param $d v128) (result v128)
    (local $ab v128) (local $cd v128)
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

  ;; The exact cosine: four running sums, of every fourth axis each, in 64 bits and added in the order of `cosineAt`.
  (func (export "cosine") (param $docId i32) (result f64)
    (local $vector i32) (local $end i32) (local $axis i32)
    (local $axes v128) (local $one v128) (local $other v128)
    (local.set $vector (i32.add (global.get $vectors) (i32.mul (local.get $docId) (i32.const 96))))
    (local.set $end (i32.add (local.get $vector) (i32.const 96)))
    (local.set $axis (global.get $exact))
    (loop $four
      (local.set $axes (i32x4.extend_low_i16x8_s (i16x8.extend_low_i8x16_s (v128.load32_zero (local.get $vector)))))
      (local.set $one
        (f64x2.add
          (local.get $one)
          (f64x2.mul (v128.load offset=0 (local.get $axis)) (f64x2.convert_low_i32x4_s (local.get $axes)))))
      (local.set $other
        (f64x2.add
          (local.get $other)
          (f64x2.mul
            (v128.load offset=16 (local.get $axis))
            (f64x2.convert_low_i32x4_s
              (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $axes) (local.get $axes))))))
      (local.set $axis (i32.add (local.get $axis) (i32.const 32)))
      (br_if $four
        (i32.lt_u (local.tee $vector (i32.add (local.get $vector) (i32.const 4))) (local.get $end))))
    (f64.div
      (f64.add
        (f64.add
          (f64.add (f64x2.extract_lane 0 (local.get $one)) (f64x2.extract_lane 1 (local.get $one)))
          (f64x2.extract_lane 0 (local.get $other)))
        (f64x2.extract_lane 1 (local.get $other)))
      (f64.const 127)))

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
